import { isDark } from "./theme.js";

// How much a pixel changed, as a warm colour over a pale picture.
export const heat = (a, b, pen) => {
  const { width, height } = pen.canvas;
  const image = pen.createImageData(width, height);
  const out = image.data;
  const paper = isDark() ? 22 : 255;
  for (let i = 0; i < out.length; i += 4) {
    const change = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]), Math.abs(a[i + 3] - b[i + 3]));
    if (change === 0) {
      const grey = 0.3 * a[i] + 0.59 * a[i + 1] + 0.11 * a[i + 2];
      const pale = paper + (grey - paper) * 0.16 * (a[i + 3] / 255);
      out[i] = out[i + 1] = out[i + 2] = pale;
    } else {
      const t = Math.sqrt(change / 255);
      out[i] = 90 + 165 * Math.min(1, t * 1.6);
      out[i + 1] = 235 * Math.max(0, t * 1.5 - 0.5);
      out[i + 2] = 150 * Math.max(0, 0.75 - t) + 60 * Math.max(0, t - 0.8);
    }
    out[i + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
};
