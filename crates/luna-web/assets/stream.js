// A connection that is open while its page is in view: browsers allow only a few per host, so a hidden
// tab gives its own back. `connect` returns what is to be closed, or nothing where there is nothing to
// follow.
export function whileVisible(connect) {
  let connection;
  const open = () => {
    if (!document.hidden) connection ??= connect();
  };
  const close = () => {
    connection?.close();
    connection = undefined;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
  return { open, close };
}

// Follows a stream of events; `hear` is called with each message.
export function follow(url, hear) {
  const stream = new EventSource(url);
  stream.onmessage = hear;
  return stream;
}
