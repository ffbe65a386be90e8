/** Requests as bytes that no client library would send: broken framing, broken lines, and far too much of everything. */

const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1")

const get = (target: string, ...lines: ReadonlyArray<string>): string =>
  [`GET ${target} HTTP/1.1`, "Host: x", ...lines, "Connection: close", "", ""].join("\r\n")

const post = (body: string, ...lines: ReadonlyArray<string>): string =>
  [`POST /subjects HTTP/1.1`, "Host: x", ...lines, "Connection: close", "", body].join("\r\n")

const withLength = (body: string, length = latin1(body).length): string => post(body, `Content-Length: ${length}`)

const mebibyte = 1024 * 1024

const targets = {
  "NUL in the path": "/sub\u0000jects",
  "encoded NUL in the path": "/subjects/%00",
  "broken percent-encoding": "/subjects/%E0%A4%A",
  "encoded surrogate": "/subjects/%ED%A0%80",
  "encoded slash": "/subjects%2Fsub_1",
  "dots that no client resolved": "/../../etc/passwd",
  "double slash": "//status",
  "double slash before a host": "//evil.test/status",
  semicolon: "/status;jsessionid=1",
  "raw high bytes": "/st\u00e4tus?\u00ff=\u00fe",
  "a fragment": "/status#x",
  "absolute form": "http://evil.test/status",
  "absolute form without a path": "http://evil.test",
  asterisk: "*",
  "no slash": "status",
  "a query only": "?x=1",
  "a backslash": "/\\status",
  "a proxy's port": "evil.test:443",
  "a long path": `/${"x".repeat(15_000)}`,
  "1 MB of path": `/${"x".repeat(mebibyte)}`,
  "1 MB of query": `/init?x=${"y".repeat(mebibyte)}`,
}

const headers = {
  "NUL in a header": "X-A: a\u0000b",
  "a header without a colon": "nonsense",
  "an empty header name": ": x",
  "a space before the colon": "X-A : x",
  "a folded header": "X-A: a\r\n b",
  "high bytes in a header": "Accept-Language: \u00ff\u00fe",
  "a second host": "Host: y",
  "a host that is invalid": "Host: a b\\c",
  "__proto__ as a header": "__proto__: x",
  "constructor as a header": "constructor: x",
  "1 MB of header": `X-A: ${"x".repeat(mebibyte)}`,
  "10,000 headers": Array.from({ length: 10_000 }, (_, at) => `X-${at}: x`).join("\r\n"),
  "two request ids": "x-request-id: a\r\nx-request-id: b",
  "two origins": "Origin: https://a.test\r\nOrigin: https://b.test",
  "an upgrade": "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
  "an expectation": "Expect: the-unexpected",
  "a body that a GET has": "Content-Length: 5\r\n\r\nhello",
}

const bodies = {
  "two lengths": post("{}", "Content-Length: 2", "Content-Length: 20"),
  "a length and chunks": post("0\r\n\r\n", "Content-Length: 2", "Transfer-Encoding: chunked"),
  "a negative length": post("{}", "Content-Length: -1"),
  "a length that is invalid": post("{}", "Content-Length: 2x"),
  "an enormous length": post("{}", "Content-Length: 99999999999999999999"),
  "less than was said": withLength("{", 50),
  "more than was said": withLength("{}{}{}{}", 2),
  "a chunk size that is invalid": post("zz\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
  "an enormous chunk size": post("ffffffffffffffff\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
  "chunks without an end": post("2\r\n{}\r\n", "Transfer-Encoding: chunked"),
  "chunks with trailers": post("2\r\n{}\r\n0\r\n__proto__: x\r\n\r\n", "Transfer-Encoding: chunked"),
  "an unknown transfer encoding": post("{}", "Transfer-Encoding: rot13"),
  "a compressed body that is invalid": post("{}", "Content-Length: 2", "Content-Encoding: gzip"),
  "NUL bytes": withLength('{"type":"\u0000"}'),
  "bytes that are no UTF-8": withLength('{"type":"\u00ed\u00a0\u0080"}'),
  "10,000 levels": withLength("[".repeat(10_000) + "]".repeat(10_000)),
  "1 MB": withLength(`"${"x".repeat(mebibyte)}"`),
  "1 MB in chunks": post(`100000\r\n${"x".repeat(mebibyte)}\r\n0\r\n\r\n`, "Transfer-Encoding: chunked"),
}

const lines = {
  nothing: "\r\n\r\n",
  "no version": "GET /status\r\n\r\n",
  "an unknown version": "GET /status HTTP/9.9\r\nHost: x\r\n\r\n",
  "an old version": "GET /status HTTP/1.0\r\n\r\n",
  "no host": "GET /status HTTP/1.1\r\nConnection: close\r\n\r\n",
  "an unknown method": "BREW /status HTTP/1.1\r\nHost: x\r\n\r\n",
  "a method in lower case": "get /status HTTP/1.1\r\nHost: x\r\n\r\n",
  "a long method": `${"G".repeat(10_000)} / HTTP/1.1\r\n\r\n`,
  "a tunnel": "CONNECT /status HTTP/1.1\r\nHost: x\r\n\r\n",
  "a trace": "TRACE /status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  "bare line feeds": "GET /status HTTP/1.1\nHost: x\nConnection: close\n\n",
  "tls to a plain port": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001",
  "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "two requests in one": `${get("/status").replace("Connection: close\r\n", "")}${get("/status")}`,
}

const mapped = <A>(values: Readonly<Record<string, A>>, toText: (value: A) => string) =>
  Object.entries(values).map(([name, value]) => [name, latin1(toText(value))] as const)

/** Each by its defect. */
export const rawRequests: ReadonlyArray<readonly [name: string, bytes: Uint8Array]> = [
  ...mapped(targets, (target) => get(target)),
  ...mapped(headers, (header) => get("/status", header)),
  ...mapped(bodies, (text) => text),
  ...mapped(lines, (text) => text),
]
