import { formatPhone } from '@callboard/contract/format-phone'
import { QuietText, Text } from '#web/ui/layout.tsx'

interface PhoneTextProps {
  /** E.164; null where the caller withheld it. */
  number: string | null | undefined
  /** What stands for a missing number. */
  missing?: string
}

/** `(212) 555-0147`, `+44 207 946 0958`, `Withheld` */
export function PhoneText({ number, missing = 'Withheld' }: PhoneTextProps) {
  if (number === null || number === undefined || number === '') return <QuietText>{missing}</QuietText>
  return <Text breaks="nowrap">{formatPhone(number)}</Text>
}
