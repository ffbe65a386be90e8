/** Digests in the log's tables: 43 characters of base64url, while the core uses 64 hex digits or 32 bytes. */

export const base64UrlOfHex = (hex: string): string => Buffer.from(hex, "hex").toString("base64url")

export const hexOfBase64Url = (text: string): string => Buffer.from(text, "base64url").toString("hex")

export const base64UrlOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url")

export const bytesOfBase64Url = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "base64url"))
