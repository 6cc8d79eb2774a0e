/**
 * +k8s:conversion-gen=../../../apis/apps/v1
 * +k8s:conversion-gen-external-types=../../../api/apps/v1
 */
export {};
