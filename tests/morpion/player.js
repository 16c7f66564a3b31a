const log = [], get = (id) => document.getElementById(id), all = (css) => [...document.querySelectorAll(css)];
const at = (circle) => [circle.cx.baseVal.value, circle.cy.baseVal.value];
const dots = all(".cross").map(at), pitch = dots[1][0] - dots[0][0], first = Number(get("plain").value[0]) - 2;
const shown = () => ({
  plain: get("plain").value,
  number: Number(get("number").textContent),
  next: get("next").textContent,
  rings: all(".next").map(at).map(([x, y]) => [(x - dots[0][0]) / pitch + first, (y - dots[0][1]) / pitch]),
  msr: get("msr").value,
});
let random = SEED;
const one = (list) => list[(random = random * 48271 % 2147483647) % list.length];
const click = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const [clientX, clientY] = [x + width / 2, y + height / 2];
  const event = new MouseEvent("click", { clientX, clientY, bubbles: true });
  document.elementFromPoint(clientX, clientY).dispatchEvent(event);
};
const goTo = async (hash) => {
  const changed = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
  location.hash = hash;
  await changed;
  return get("plain").value;
};
let choices = 0;
const play = (ring, way) => {
  click(ring);
  const lines = all("circle.choice").length;
  if (lines === 0) return;
  choices++;
  if (way % 2) click(all("circle.choice")[way % lines]);
  else get("choices").children[way % lines].click();
};
addEventListener("load", async () => {
  const record = get("plain").value, title = document.title;
  for (let i = 1; i < 300 && all(".next").length > 0; i++) {
    if (i % 11 === 0) for (const _ of "12") get("back").click();
    log.push(shown());
    const ring = one(all(".next")), again = all(".next").indexOf(ring), way = one([...Array(24).keys()]);
    play(ring, way);
    if (i % 5 === 0) {
      const played = get("plain").value;
      get("undo").click();
      log.push(shown());
      play(all(".next")[again], way);
      if (get("plain").value !== played) throw new Error(`${played} and not ${get("plain").value}`);
    }
  }
  // The address follows after a while.
  const played = get("plain").value, end = get("number").textContent;
  get("back").click();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const address = location.hash, [, from] = /^#moves=(\d+)\.[-0-9a-z]+&move=\d+$/.exec(address);
  const damaged = ["#move=0", "#moves=", "#moves=0.&move=1", `${address}&`, `#moves=9${address.slice(7)}`,
    address.replace(/.&/, "-----0&"), address.replace("&", "-&"), address.replace(".", ".~"),
    `#moves=${from}.${"0".repeat(9999)}&move=1`, `#moves=0.${"-".repeat(9999)}&move=1`];
  for (const hash of damaged) {
    if (await goTo(hash) !== record || document.title !== title) throw new Error(`not the record at ${hash}`);
    if (await goTo(address) !== played) throw new Error(`${played} and not ${get("plain").value}`);
  }
  if (get("number").textContent !== String(end - 1)) throw new Error(`after move ${get("number").textContent}`);
  const about = `${end} moves, played ${from > 0 ? `on after move ${from} of: ` : "here"}`;
  if (!get("about").textContent.startsWith(about)) throw new Error(get("about").textContent);
  get("undo").click();
  get("undo").click();
  await goTo(address.replace(/\d+$/, end));
  // The clock is not that of the thread that compresses.
  for (let i = 0; i < 300 && !get("msr").value.startsWith("MS1:"); i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (let spin = 0; spin < 1e6; spin++) random = random * 48271 % 2147483647;
  }
  log.push(shown());
  const text = document.createElement("pre");
  text.id = "log";
  text.textContent = JSON.stringify([choices, log, address]);
  document.body.append(text);
});
