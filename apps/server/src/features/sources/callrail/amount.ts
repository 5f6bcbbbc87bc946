/** Signs that mean one currency everywhere; a dollar may be one of several. */
const currencies: Partial<Record<string, string>> = { '£': 'GBP', '€': 'EUR' }

/** A value as CallRail writes it, plain or for people: `120`, `$1,234.50`; nothing for `--` and what is no amount. */
export function amountOf(text: string | undefined): { value?: string; currency?: string } {
  const [, sign = '', amount] =
    /^([$£€]?)\s?(\d{1,3}(?:,\d{3})*(?:\.\d{1,4})?|\d{1,12}(?:\.\d{1,4})?)$/.exec(text ?? '') ?? []
  if (amount === undefined) return {}
  const currency = currencies[sign]
  return { value: amount.replaceAll(',', ''), ...(currency !== undefined && { currency }) }
}
