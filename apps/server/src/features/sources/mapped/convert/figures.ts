/** A decimal text such as `1234.5`, of an amount as people and systems write it; undefined when it is none. */
export function readDecimal(text: string, hasDecimalComma: boolean): string | undefined {
  const figures = text.replaceAll(/[\s  '’\p{Sc}]|^[A-Z]{3}\b|\b[A-Z]{3}$/gu, '')
  const plain = hasDecimalComma
    ? figures.replaceAll('.', '').replace(',', '.')
    : figures.replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
  if (!/^[+-]?(?:\d{1,14}(?:\.\d*)?|\.\d+)$/.test(plain)) return undefined
  const [, whole = '', fraction = ''] = /^[+]?(-?\d*)\.?(\d*)$/.exec(plain) ?? []
  if (fraction.length > 4) return trimZeros(Number(plain).toFixed(4))
  const start = whole === '' ? '0' : whole === '-' ? '-0' : whole
  return fraction === '' ? start : `${start}.${fraction}`
}

function trimZeros(decimal: string): string {
  return decimal.replace(/\.?0+$/, '')
}

const signs: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', US$: 'USD', '£': 'GBP', '¥': 'JPY' }

export function readCurrency(text: string): string | undefined {
  const code = signs[text] ?? text.toUpperCase()
  return /^[A-Z]{3}$/.test(code) ? code : undefined
}
