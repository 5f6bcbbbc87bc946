import { Select } from 'antd'

interface ChoiceFilterProps {
  /** What is chosen: `State`. */
  label: string
  /** What there is to choose from, by value. */
  names: Readonly<Record<string, string>>
  /** Undefined: any. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One of a few values by which a list is filtered, or any. */
export function ChoiceFilter({ label, names, value, onChange }: ChoiceFilterProps) {
  return (
    <Select
      aria-label={label}
      style={{ minWidth: 150 }}
      allowClear
      placeholder={`${label}: any`}
      popupMatchSelectWidth={false}
      labelRender={({ value: one }) => `${label}: ${names[String(one)] ?? ''}`}
      value={value ?? null}
      options={Object.entries(names).map(([one, name]) => ({ value: one, label: name }))}
      onChange={(one?: string | null) => onChange(one ?? undefined)}
    />
  )
}
