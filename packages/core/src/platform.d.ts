// What the core uses of the web platform; every runtime that Cairn supports has it, the ECMAScript library does not declare it.
declare const crypto: { randomUUID(): string };

/** Base64 decoded to one character per byte; throws on what is not base64. */
declare function atob(text: string): string;

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly fatal: boolean });
  decode(bytes: Uint8Array): string;
}
