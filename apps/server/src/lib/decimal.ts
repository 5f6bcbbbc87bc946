/** `012.50` and `12.5` are the same amount. */
export function plainDecimal(text: string): string {
  const isNegative = text.startsWith('-')
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/0+$/, '')
  const amount = rest === '' ? digits : `${digits}.${rest}`
  return isNegative && amount !== '0' ? `-${amount}` : amount
}
