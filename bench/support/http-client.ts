/**
 * The cheapest client that will do: requests ready as bytes, answers measured by their `Content-Length` and not looked into.
 * A full client takes longer for a request than the server, and would hide what the server takes.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Connection extends Disposable {
  /** One request and its answer, of success or an error; gives the body. */
  request(bytes: Uint8Array): Promise<Buffer>;
}

const END_OF_HEAD = '\r\n\r\n';

export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<Buffer> | undefined;

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 2') || length === undefined) {
      waiting?.reject(new Error(`An answer of the benchmark is not what it should be: ${head}`));
      return;
    }
    const bodyStart = headEnd + END_OF_HEAD.length;
    if (received.length < bodyStart + Number(length)) return;
    const body = received.subarray(bodyStart);
    received = Buffer.alloc(0);
    waiting?.resolve(body);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server of the benchmark closed a connection')));

  return {
    request(bytes) {
      waiting = Promise.withResolvers();
      socket.write(bytes);
      return waiting.promise;
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** The bytes of a GET request. */
export const getRequest = (origin: string, path: string, authorization: string): Uint8Array =>
  Buffer.from(`${headOf('GET', origin, path, authorization).join('\r\n')}${END_OF_HEAD}`);

/** The bytes of a POST request of JSON. */
export function postRequest(origin: string, path: string, authorization: string, body: string): Uint8Array {
  const head = headOf('POST', origin, path, authorization);
  head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${head.join('\r\n')}${END_OF_HEAD}${body}`);
}

const headOf = (method: string, origin: string, path: string, authorization: string): string[] => [
  `${method} ${path} HTTP/1.1`,
  `Host: ${new URL(origin).host}`,
  'Accept: application/json',
  `Authorization: ${authorization}`,
];
