import { findField } from '@callboard/contract/field-names'
import type { Parameter } from '@callboard/contract/reports'
import { Select } from 'antd'
import { type ListValue, valueFromText, valueToText } from '#web/features/report-view/report-url.ts'
import classes from '#web/features/report-view/parameters/ParameterSelect.module.css'
import { useValueLabels } from '#web/features/report-view/parameters/value-labels.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { formatPhone } from '@callboard/contract/format-phone'
import { useTypedChoices } from '#web/records/choices/typed-choices.ts'

interface ParameterSelectProps {
  parameter: Parameter
  reportId: string
  /** None is all. */
  value: readonly ListValue[]
  onChange: (value: ListValue[]) => void
}

/** A user with one customer and no entity group has nothing to choose from. */
const mayBeNoChoice: ReadonlySet<string> = new Set(['customer', 'entityGroup'])

/** Values of a parameter, suggested from what the user may see. */
export function ParameterSelect({ parameter, reportId, value, onChange }: ParameterSelectProps) {
  const { name, label, multiple } = parameter
  const isAlwaysKnown = name === 'entityGroup' || findField(name)?.isKnown === true
  const { typed, found, selectProps } = useTypedChoices((keyword) =>
    parameterValuesQuery(name, { reportId, keyword }),
  )
  const items = found?.items ?? []
  const { total, labelOf } = useValueLabels({
    parameter,
    reportId,
    isNeeded: value.length > 0 || mayBeNoChoice.has(name),
    found: items,
  })
  // One value is no choice, but a parameter in use stays visible.
  if (value.length === 0 && mayBeNoChoice.has(name) && (total === undefined || total < 2)) return null
  const options = items.map((item) => ({ value: valueToText(item.value), label: formatPhone(item.label) }))
  const withNone =
    isAlwaysKnown || typed !== '' ? options : [...options, { value: '~null', label: labelOf(null) }]
  return (
    <Select
      {...selectProps}
      mode="multiple"
      className={classes.select}
      aria-label={label}
      placeholder={`${label}: all`}
      maxTagCount={1}
      maxTagTextLength={18}
      popupMatchSelectWidth={280}
      allowClear
      {...(multiple ? {} : { maxCount: 1 })}
      options={withNone}
      labelRender={({ value: text }) => labelOf(valueFromText(String(text)))}
      value={value.map(valueToText)}
      onChange={(texts) => onChange(texts.map(valueFromText))}
    />
  )
}
