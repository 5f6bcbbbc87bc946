import { textLimits } from '@callboard/contract/limits'

/** A code that the name of a customer suggests: `kuchen-schmitz-gmbh` of `Küchen Schmitz GmbH`; '' of a name without Latin letters. */
export function customerCodeOf(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, textLimits.customerCode)
    .replaceAll(/^-+|-+$/g, '')
}
