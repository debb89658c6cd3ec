// Reads the messages of one connection in their order. What everybody at a table sees comes compressed, in a binary
// message before the text that it belongs to: both are taken together.

const inflates = typeof DecompressionStream === "function";

// Returns a function for each message as it arrives; it returns a promise that this one and those before it were taken.
// `take` gets each whole update; `fail` is called once the stream is broken.
function reader(take, fail) {
  const lines = inflates ? inflated() : null;
  let last = Promise.resolve();
  const read = async (text) => {
    const update = JSON.parse(text);
    return update.shared === true ? { ...update, shared: JSON.parse(await lines.next()) } : update;
  };
  return (message) => {
    if (typeof message === "string") last = last.then(() => read(message)).then(take, fail);
    else lines.write(message);
    return last;
  };
}

// The lines of a compressed stream: each message has one.
function inflated() {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const chunks = stream.readable.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    write: (bytes) => writer.write(bytes).catch(() => {}), // `next` fails too
    async next() {
      while (!text.includes("\n")) text += (await chunks.read()).value;
      const [line, ...rest] = text.split("\n");
      text = rest.join("\n");
      return line;
    },
  };
}
