/** What each byte of mu-law (G.711) stands for, as 16-bit samples. */
export const muLawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff
  const size = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84
  return (bits & 0x80) === 0 ? size : -size
})

/** What each byte of A-law (G.711) stands for, as 16-bit samples. */
export const aLawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = byte ^ 0x55
  const segment = (bits & 0x70) >> 4
  const step = ((bits & 0x0f) << 4) + 8
  const size = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (bits & 0x80) === 0 ? -size : size
})
