import { Metadata, status, type Client, type ServiceError } from "@grpc/grpc-js";
import type { EtcdMethod } from "./messages.js";

const noMetadata = new Metadata();

/**
 * Sends a request to etcd and returns its only response. Uses the channel of grpc-js instead of its
 * `Client`: for each call, the interceptors, emitter and stack trace of `Client` take as long as
 * sending the request.
 * @param deadline time at which the request fails, in milliseconds since 1970
 * @throws ServiceError
 */
export function callUnary<Request, Response>(
  client: Client,
  { path, encode, decode }: EtcdMethod<Request, Response>,
  request: Request,
  deadline: number,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = client.getChannel().createCall(path, deadline, undefined, null, undefined);
    let bytes: Buffer | undefined;
    call.start(noMetadata, {
      onReceiveMetadata: () => undefined,
      onReceiveMessage: (message: Buffer) => {
        bytes = message;
      },
      onReceiveStatus: ({ code, details, metadata }) => {
        if (code !== status.OK) reject(serviceError(code, details, metadata));
        else if (bytes === undefined) reject(serviceError(status.UNIMPLEMENTED, "No message received", metadata));
        else settle(bytes);
      },
    });
    const settle = (message: Buffer): void => {
      try {
        resolve(decode(message));
      } catch (error) {
        reject(
          serviceError(status.INTERNAL, `Response message parsing error: ${(error as Error).message}`, noMetadata),
        );
      }
    };
    call.startRead();
    call.sendMessageWithContext({}, encode(request));
    call.halfClose();
  });
}

/** Returns the same error for a status as the `Client` of grpc-js. */
function serviceError(code: status, details: string, metadata: Metadata): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
}
