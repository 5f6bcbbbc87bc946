import type { ParameterName } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type CallBackState, orderLabels } from '#web/features/call-backs/queries.ts'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'
import { PeriodPicker } from '#web/ui/fields/PeriodPicker.tsx'
import { Box, Row } from '#web/ui/layout.tsx'

interface CallBackBarProps {
  state: CallBackState
  timeZone: string
  hasSeveralCustomers: boolean
  onChange: (changes: Partial<CallBackState>, history?: 'push' | 'replace') => void
}

const orders = Object.entries(orderLabels).map(([value, label]) => ({ value, label }))

/** Which callers, in which order. */
export function CallBackBar({ state, timeZone, hasSeveralCustomers, onChange }: CallBackBarProps) {
  const { period, keyword, locations, customers, sort } = state
  return (
    <Row gap={8} align="center" wrap>
      <PeriodPicker
        value={period}
        timeZone={timeZone}
        onChange={(changed) => onChange({ period: changed })}
      />
      <Box flex="1 1 200px" maxWidth={300}>
        <KeywordInput
          label="Search in callers"
          placeholder="Number, name, source…"
          keyword={keyword}
          onChange={(changed) => onChange({ keyword: changed }, 'replace')}
        />
      </Box>
      <ValuesSelect
        label="Location"
        parameter="location"
        values={locations}
        onChange={(changed) => onChange({ locations: changed })}
      />
      {hasSeveralCustomers && (
        <ValuesSelect
          label="Customer"
          parameter="customer"
          values={customers}
          onChange={(changed) => onChange({ customers: changed })}
        />
      )}
      <Select
        aria-label="Order"
        style={{ minWidth: 190 }}
        popupMatchSelectWidth={false}
        value={sort}
        options={orders.filter(({ value }) => hasSeveralCustomers || value !== 'customer')}
        onChange={(changed) => onChange({ sort: changed })}
      />
    </Row>
  )
}

interface ValuesSelectProps {
  label: string
  parameter: ParameterName
  values: string[]
  onChange: (values: string[]) => void
}

/** Some of the values among the calls that one may see. */
function ValuesSelect({ label, parameter, values, onChange }: ValuesSelectProps) {
  const { data } = useQuery(parameterValuesQuery(parameter))
  const options = (data?.items ?? []).flatMap(({ value, label: name }) =>
    typeof value === 'string' ? [{ value, label: name }] : [],
  )
  return (
    <Select
      mode="multiple"
      aria-label={label}
      placeholder={`${label}: any`}
      style={{ minWidth: 170, maxWidth: 320 }}
      popupMatchSelectWidth={false}
      maxTagCount={1}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={values}
      options={options}
      onChange={onChange}
    />
  )
}
