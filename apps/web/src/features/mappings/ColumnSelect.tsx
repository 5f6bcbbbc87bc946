import type { SampleColumn } from '@callboard/contract/mappings'
import { Select } from 'antd'
import { QuietText, Row } from '#web/ui/layout.tsx'

interface ColumnsSelectProps {
  label: string
  columns: readonly SampleColumn[]
  value: readonly string[]
  onChange: (names: string[]) => void
  placeholder?: string
}

/** Several columns in an order; a path may be typed that the sample does not have. */
export function ColumnsSelect({ label, columns, value, onChange, placeholder }: ColumnsSelectProps) {
  return (
    <Select
      aria-label={label}
      mode="tags"
      style={{ width: '100%' }}
      placeholder={placeholder ?? 'Choose a column'}
      value={[...value]}
      options={optionsOf(columns)}
      optionRender={renderOption}
      onChange={onChange}
    />
  )
}

interface ColumnSelectProps {
  label: string
  columns: readonly SampleColumn[]
  value: string
  onChange: (name: string) => void
}

export function ColumnSelect({ label, columns, value, onChange }: ColumnSelectProps) {
  return (
    <Select
      aria-label={label}
      showSearch
      style={{ width: '100%', minWidth: 120 }}
      placeholder="Choose a column"
      {...(value !== '' && { value })}
      options={optionsOf(columns)}
      optionRender={renderOption}
      onChange={onChange}
    />
  )
}

function optionsOf(columns: readonly SampleColumn[]) {
  return columns.map(({ name, samples }) => ({ value: name, label: name, sample: samples[0] ?? '' }))
}

/** Its name, and a value that it has in the sample. */
function renderOption({ data }: { data: { value: string; sample: string } }) {
  return (
    <Row gap={12} justify="space-between">
      <span>{data.value}</span>
      <QuietText breaks="ellipsis" fontSize={12} maxWidth={160} style={{ overflow: 'hidden' }}>
        {data.sample}
      </QuietText>
    </Row>
  )
}
