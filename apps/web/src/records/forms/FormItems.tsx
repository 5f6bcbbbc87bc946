import { withArticle } from '@callboard/contract/format-names'
import {
  Form,
  type FormItemProps,
  Input,
  InputNumber,
  type InputNumberProps,
  type InputProps,
  Select,
  type SelectProps,
  Switch,
} from 'antd'
import type { TextAreaProps } from 'antd/es/input'
import type { ReactNode } from 'react'
import { rangeRules } from '#web/records/forms/range-rule.ts'
import { useFormField } from '#web/records/forms/form-fields.ts'

interface ItemProps extends Pick<
  FormItemProps,
  'extra' | 'rules' | 'className' | 'dependencies' | 'valuePropName'
> {
  name: string
  /** Where a form calls the field something else than the list of changes does. */
  label?: string
  /** What is said while it is required and empty. */
  missing?: string
}

interface FieldItemProps extends ItemProps {
  /** Whether it is typed, and not chosen. */
  isTyped?: boolean
  children: ReactNode
}

/** A field of a form. What it is called, and whether it is required, is what the contract says. */
export function FieldItem({ missing, isTyped = false, ...item }: FieldItemProps) {
  const { label, isRequired, limits } = useFormField(item.name, item.label)
  const message = missing ?? `${isTyped ? 'Give it' : 'Choose'} ${withArticle(label)}.`
  const required =
    limits.isList === true
      ? { type: 'array' as const, min: 1, message }
      : { required: true, message, ...(isTyped && { whitespace: true }) }
  const rules = [...(isRequired ? [required] : []), ...rangeRules(limits), ...(item.rules ?? [])]
  return <Form.Item {...item} label={label} rules={rules} validateFirst />
}

/** Of names that are not those of whoever fills the form, whom the browser knows. */
export const unfilled = { autoComplete: 'off' }

interface TextItemProps extends ItemProps {
  input?: InputProps
}

/** A line of text. */
export function TextItem({ input, ...item }: TextItemProps) {
  const { limits } = useFormField(item.name, item.label)
  return (
    <FieldItem isTyped {...item}>
      <Input maxLength={limits.maxLength} {...input} />
    </FieldItem>
  )
}

interface LongTextItemProps extends ItemProps {
  /** The fewest and the most lines of its height. */
  rows?: readonly [min: number, max: number]
  input?: TextAreaProps
}

/** A text of several lines. */
export function LongTextItem({ rows: [minRows, maxRows] = [2, 6], input, ...item }: LongTextItemProps) {
  const { limits } = useFormField(item.name, item.label)
  return (
    <FieldItem isTyped {...item}>
      <Input.TextArea maxLength={limits.maxLength} autoSize={{ minRows, maxRows }} {...input} />
    </FieldItem>
  )
}

interface NumberItemProps extends ItemProps {
  input?: InputNumberProps<number>
}

/** A whole number. */
export function NumberItem({ input, ...item }: NumberItemProps) {
  return (
    <FieldItem {...item}>
      <InputNumber<number> precision={0} {...input} />
    </FieldItem>
  )
}

interface SelectItemProps extends ItemProps {
  options: SelectProps['options']
}

/** One of many, found by typing a part of its label. */
export function SelectItem({ options, ...item }: SelectItemProps) {
  return (
    <FieldItem {...item}>
      <Select options={options} showSearch={{ optionFilterProp: 'label' }} />
    </FieldItem>
  )
}

interface SwitchItemProps extends ItemProps {
  /** Even when the rest of the form can be changed. */
  isDisabled?: boolean
}

/** Yes or no. */
export function SwitchItem({ name, label: ownLabel, extra, isDisabled = false }: SwitchItemProps) {
  const { label } = useFormField(name, ownLabel)
  return (
    <Form.Item name={name} label={label} valuePropName="checked" extra={extra}>
      {isDisabled ? <Switch disabled /> : <Switch />}
    </Form.Item>
  )
}
