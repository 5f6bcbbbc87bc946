import { textLimits } from '@callboard/contract/limits'
import { Form, Input, Switch } from 'antd'

interface NameItemProps {
  maxLength?: number
  extra?: string
}

/** The name of a record, in its form. */
export function NameItem({ maxLength = textLimits.recordName, extra }: NameItemProps) {
  return (
    <Form.Item
      name="name"
      label="Name"
      extra={extra}
      rules={[{ required: true, whitespace: true, message: 'Give it a name.' }]}
    >
      <Input maxLength={maxLength} />
    </Form.Item>
  )
}

interface DescriptionItemProps {
  minRows?: number
  maxRows?: number
}

export function DescriptionItem({ minRows = 2, maxRows = 6 }: DescriptionItemProps) {
  return (
    <Form.Item name="description" label="Description">
      <Input.TextArea maxLength={textLimits.description} autoSize={{ minRows, maxRows }} />
    </Form.Item>
  )
}

interface ActiveItemProps {
  /** What it means not to be active. */
  extra?: string
  /** Even when the rest of the form can be changed. */
  isDisabled?: boolean
}

/** Whether a record is active, in its form. */
export function ActiveItem({ extra, isDisabled = false }: ActiveItemProps) {
  return (
    <Form.Item name="isActive" label="Active" valuePropName="checked" extra={extra}>
      {isDisabled ? <Switch disabled /> : <Switch />}
    </Form.Item>
  )
}
