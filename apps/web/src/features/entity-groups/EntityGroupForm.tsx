import type { EntityGroup } from '@callboard/contract/entity-groups'
import { Form, Input, Switch } from 'antd'
import { RecordForm } from '#web/ui/RecordForm.tsx'

export interface EntityGroupValues {
  name: string
  description: string
  isActive: boolean
}

const fields = ['name', 'description', 'isActive'] as const

interface EntityGroupFormProps {
  /** Undefined: a new one. */
  group: EntityGroup | undefined
  save: (values: EntityGroupValues) => Promise<unknown>
  onReload?: () => void
}

export function EntityGroupForm({ group, save, onReload }: EntityGroupFormProps) {
  const { name = '', description = '', isActive = true } = group ?? {}
  return (
    <RecordForm<EntityGroupValues>
      key={group?.revision}
      name="entitygroup"
      initialValues={{ name, description, isActive }}
      fields={fields}
      save={save}
      isNew={group === undefined}
      saveLabel={group === undefined ? 'Add Entity Group' : 'Save'}
      {...(onReload !== undefined && { onReload })}
    >
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Give it a name.' }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item
        name="isActive"
        label="Active"
        valuePropName="checked"
        extra="A group that is not active restricts its users all the same: it lets nothing through."
      >
        <Switch />
      </Form.Item>
    </RecordForm>
  )
}
