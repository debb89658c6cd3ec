// Finds out whether this browser reaches the host where the match goes on: a page that leaves for an address which does
// not answer is gone. Only a frame may load something from there (`next_hosts.py`), an image of the page that any host
// has. A TV has this, too, so it does with the language of 2018.

const IMAGE = "/icon-192.png", TITLE = "reach"; // of the frame, and of nothing that a proxy or a browser shows instead
const TIME_TO_REACH = 5000; // milliseconds; a failure is known only then, so its time says nothing about what is there

const frames = {}; // by address: they outlast the host that has sent them

// The link by the first of these addresses that answers, tried one after another, or "".
async function wayTo(link, addresses) {
  const { pathname, hash } = new URL(link);
  for (const address of addresses.split(" ").filter(Boolean)) {
    if (await answers(address)) return address + pathname + hash;
  }
  return "";
}

function answers(address) {
  return new Promise((resolve) => {
    setTimeout(resolve, TIME_TO_REACH, false);
    const frame = frameFor(address);
    const ask = () => {
      if (!isWhole(frame)) return;
      const image = new frame.contentWindow.Image();
      image.onload = () => resolve(true);
      image.src = `${address}${IMAGE}?${Math.random()}`;
    };
    if (isWhole(frame)) ask();
    else frame.onload = ask;
  });
}

function frameFor(address) {
  if (frames[address] && isWhole(frames[address])) return frames[address];
  if (frames[address]) frames[address].remove();
  const frame = frames[address] = document.createElement("iframe");
  frame.hidden = true;
  frame.src = `/reach.html?${address}`;
  document.body.append(frame);
  return frame;
}

const isWhole = (frame) => !!frame.contentDocument && frame.contentDocument.title === TITLE;
