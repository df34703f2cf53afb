// Colours of the canvas in the light and in the dark, as shaders take them.

const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);

export const PALETTES = {
  light: {
    u_top: rgb("#fbfbf9"),
    u_bottom: rgb("#e6e8ea"),
    u_neutral: rgb("#b9bcc0"),
    u_line: rgb("#2a2f38"),
    u_rule: rgb("#4a515c"),
    u_accent: rgb("#f0543c"),
    u_sky: [0.44, 0.46, 0.5],
    u_ground: [0.17, 0.16, 0.16],
  },
  dark: {
    u_top: rgb("#1b2029"),
    u_bottom: rgb("#0e1116"),
    u_neutral: rgb("#59606b"),
    u_line: rgb("#0b0d11"),
    u_rule: rgb("#98a1ae"),
    u_accent: rgb("#ff7a5c"),
    u_sky: [0.4, 0.43, 0.49],
    u_ground: [0.13, 0.13, 0.15],
  },
};
