const places = 4

/** A count, whole seconds, or a decimal with up to four places, in ten-thousandths: sums of these are exact. */
export type ExactAmount = bigint

export function parseExact(value: string | number): ExactAmount {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(value)) ?? []
  if (whole === '') throw new Error(`${value} is no exact amount.`)
  const amount = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '' ? amount : -amount
}

export function formatExact(amount: ExactAmount): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(places + 1, '0')
  return `${amount < 0n ? '-' : ''}${plainDecimal(`${digits.slice(0, -places)}.${digits.slice(-places)}`)}`
}

export function numberOfExact(amount: ExactAmount): number {
  return Number(amount) / 10 ** places
}

/** With at least two decimal places and no further zeros: `12.5` becomes `12.50`, `0.0125` stays. */
export function plainDecimal(amount: string | number): string {
  const [whole = '0', fraction = ''] = String(amount).split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}
