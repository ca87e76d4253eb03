// Lists the words that stand out too little from what is behind them (WCAG 2: 4.5 to 1).
() => {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (text) => {
    const [r, g, b, alpha = 1] = text.match(/[0-9.]+/g).map(Number);
    const [red, green, blue] = [r, g, b].map((part) => linear(part / 255));
    return { value: 0.2126 * red + 0.7152 * green + 0.0722 * blue, clear: alpha === 0 };
  };
  const behind = (element) => {
    for (let up = element; up; up = up.parentElement) {
      const found = light(getComputedStyle(up).backgroundColor);
      if (!found.clear) return found.value;
    }
    return 1;
  };
  const hasWords = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const told = hasWords(element) && !element.closest(".aloud, .skip, .step:not([href])");
    if (!told || !element.checkVisibility()) continue;
    const one = light(getComputedStyle(element).color).value;
    const other = behind(element);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(`${element.className} ${element.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return poor;
}
