/** +k8s:conversion-gen=.. */
export {};
