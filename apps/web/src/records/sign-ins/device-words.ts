// The first match counts: most browsers also name others that they are compatible with.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** `Chrome on Windows`, as far as the user agent tells. */
export function deviceWords(userAgent: string | null): string {
  const browser = firstFit(browsers, userAgent ?? '')
  const system = firstFit(systems, userAgent ?? '')
  if (browser === undefined && system === undefined) return 'Unknown device'
  if (browser === undefined) return `A program on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}

function firstFit(words: readonly [RegExp, string][], text: string): string | undefined {
  return words.find(([pattern]) => pattern.test(text))?.[1]
}
