// The linter of the page's JavaScript: ESLint's recommended rules, and a few that keep the code in one style.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/*", "!zermelo/", "!zermelo/web/", "!zermelo/web/static/**", "!eslint.config.js"] },
  js.configs.recommended,
  {
    files: ["zermelo/web/static/**/*.js"],
    languageOptions: { ecmaVersion: 2024, globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
