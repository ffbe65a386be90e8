/** Calls with each request that the page makes, earlier ones included: its URL, the status of the answer, and when it began. */
export const onRequest = (listener) =>
  new PerformanceObserver((requests) => {
    for (const { name, responseStatus, startTime } of requests.getEntries())
      listener(new URL(name), responseStatus, performance.timeOrigin + startTime)
  }).observe({ type: "resource", buffered: true })
