// Light or dark, before anything is painted: a classic script, because modules run too late for that.
(() => {
  const NAMES = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };
  const root = document.documentElement;

  function stored() {
    try {
      return localStorage.getItem("theme") in NAMES ? localStorage.getItem("theme") : "auto";
    } catch {
      return "auto"; // storage may be forbidden
    }
  }

  function apply(theme) {
    if (theme === "auto") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    const button = document.getElementById("theme");
    if (button) {
      button.textContent = { auto: "◐", light: "○", dark: "●" }[theme] + "\ufe0e";
      button.title = NAMES[theme];
      button.setAttribute("aria-label", NAMES[theme]);
    }
  }

  function isDark(theme) {
    return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  let theme = stored();
  apply(theme);
  document.addEventListener("DOMContentLoaded", () => {
    apply(theme);
    document.getElementById("theme").addEventListener("click", () => {
      // the first press always changes what is seen; then the way leads back to the system's choice
      const systemIsDark = matchMedia("(prefers-color-scheme: dark)").matches;
      if (theme === "auto") theme = systemIsDark ? "light" : "dark";
      else theme = isDark(theme) !== systemIsDark ? (systemIsDark ? "dark" : "light") : "auto";
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // then it lasts until the page is closed
      }
      apply(theme);
    });
  });
})();
