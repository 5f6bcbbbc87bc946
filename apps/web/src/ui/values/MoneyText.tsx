import type { MoneyAmounts } from '@callboard/contract/scalars'
import { formatMoney, type MoneyStyle } from '@callboard/contract/format'
import classes from '#web/ui/values/MoneyText.module.css'
import { NoValue } from '#web/ui/values/NoValue.tsx'

interface MoneyTextProps {
  /** One entry a currency, as reports answer. One amount of a call: `[{ amount, currency }]`. */
  amounts: MoneyAmounts | null | undefined
  /** `short` leaves out the cents. */
  style?: MoneyStyle
}

/** `$128,450.00`; several currencies one under the other, never added. */
export function MoneyText({ amounts, style = 'full' }: MoneyTextProps) {
  if (amounts === null || amounts === undefined || amounts.length === 0) return <NoValue />
  return (
    <span className={classes.amounts}>
      {amounts.map(({ amount, currency }) => (
        <span key={currency} className={classes.amount}>
          {formatMoney(amount, currency, style)}
        </span>
      ))}
    </span>
  )
}
