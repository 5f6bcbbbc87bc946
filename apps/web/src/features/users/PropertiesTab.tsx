import * as endpoints from '@callboard/contract/user-properties'
import type { User } from '@callboard/contract/users'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { userPropertiesQuery } from '#web/features/users/queries.ts'
import classes from '#web/features/users/users.module.css'
import { send } from '#web/lib/api/api.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { Hint } from '#web/ui/layout.tsx'

interface Property {
  name: string
  value: string
}

interface Values {
  rows: Property[]
}

/** Named properties of a user: for programs, and for whatever has no field of its own. */
export function PropertiesTab({ user: { id, isDeleted } }: { user: User }) {
  const invalidate = useInvalidate()
  const query = useQuery(userPropertiesQuery(id))
  return (
    <Panel label="Properties">
      <QueryState query={query}>
        {(known) => (
          <EditForm<Values>
            key={JSON.stringify(known)}
            name="properties"
            initialValues={{ rows: rowsOf(known) }}
            isReadOnly={isDeleted}
            save={async ({ rows }) => {
              await send(endpoints.updateUserProperties, { params: { id }, body: bodyOf(known, rows) })
              await invalidate('user')
            }}
          >
            <Hint margin="0 0 12px">Custom fields, such as a desk number or an id in another system.</Hint>
            <Form.List name="rows">
              {(rows, { add, remove }) => (
                <>
                  {rows.map(({ key, name }) => (
                    <PropertyRow key={key} at={name} onRemove={() => remove(name)} />
                  ))}
                  <Button
                    icon={<PlusOutlined aria-hidden />}
                    disabled={isDeleted || rows.length >= endpoints.maxProperties}
                    onClick={() => add({ name: '', value: '' })}
                  >
                    Add a property
                  </Button>
                </>
              )}
            </Form.List>
          </EditForm>
        )}
      </QueryState>
    </Panel>
  )
}

function PropertyRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const form = Form.useFormInstance()
  const nth = at + 1
  return (
    <div className={classes.property}>
      <Form.Item
        name={[at, 'name']}
        style={{ marginBottom: 0 }}
        rules={[
          { required: true, whitespace: true, message: 'Enter a name.' },
          {
            validator: async (_, name?: string) => {
              const rows: unknown = form.getFieldValue('rows')
              await Promise.resolve()
              if (isTwice(rows, name)) throw new Error('This name is used twice.')
            },
          },
        ]}
      >
        <Input
          aria-label={`Name of property ${nth}`}
          placeholder="Name"
          maxLength={textLimits.propertyName}
        />
      </Form.Item>
      <Form.Item name={[at, 'value']} style={{ marginBottom: 0 }}>
        <Input.TextArea
          aria-label={`Value of property ${nth}`}
          placeholder="Value"
          maxLength={textLimits.propertyValue}
          autoSize={{ maxRows: 6 }}
        />
      </Form.Item>
      <Button
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`Remove property ${nth}`}
        onClick={onRemove}
      />
    </div>
  )
}

function isTwice(rows: unknown, name = ''): boolean {
  const same = (row: unknown) =>
    typeof row === 'object' && row !== null && 'name' in row && String(row.name).trim() === name.trim()
  return name.trim() !== '' && Array.isArray(rows) && rows.filter(same).length > 1
}

function rowsOf(known: Readonly<Record<string, string>>): Property[] {
  return Object.entries(known)
    .map(([name, value]) => ({ name, value }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Removed ones are sent as null. */
function bodyOf(known: Readonly<Record<string, string>>, rows: readonly Property[]) {
  const gone = Object.keys(known).map((name) => [name, null] as const)
  return Object.fromEntries([...gone, ...rows.map(({ name, value }) => [name.trim(), value ?? ''] as const)])
}
