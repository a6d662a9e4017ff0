// Light or dark, set before the first paint: a classic script, because modules run too late for that.
(() => {
  const NAMES = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
  /** @typedef {keyof NAMES} Theme */
  const root = document.documentElement;

  /** @returns {Theme} */
  function stored() {
    try {
      const theme = localStorage.getItem("theme") ?? "auto";
      return theme in NAMES ? /** @type {Theme} */ (theme) : "auto";
    } catch {
      return "auto"; // storage may be forbidden
    }
  }

  /** @param {Theme} theme */
  function apply(theme) {
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) {
      button.textContent = `${{ auto: "◐", light: "○", dark: "●" }[theme]}\ufe0e`;
      button.title = NAMES[theme];
      button.setAttribute("aria-label", NAMES[theme]);
    }
  }

  /** @param {Theme} theme */
  function isDark(theme) {
    return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  let theme = stored();
  apply(theme);
  document.addEventListener("DOMContentLoaded", () => {
    apply(theme);
    document.getElementById("theme")?.addEventListener("click", () => {
      // the first press always changes what is seen; the next ones lead back to the system's choice
      const systemIsDark = matchMedia("(prefers-color-scheme: dark)").matches;
      if (theme === "auto") theme = systemIsDark ? "light" : "dark";
      else theme = isDark(theme) !== systemIsDark ? (systemIsDark ? "dark" : "light") : "auto";
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // it lasts until the page is closed
      }
      apply(theme);
    });
  });
})();
