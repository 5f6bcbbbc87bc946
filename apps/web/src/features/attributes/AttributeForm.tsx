import {
  type Attribute,
  type AttributeType,
  attributeTypeLabels,
  attributeTypes,
} from '@callboard/contract/attributes'
import * as endpoints from '@callboard/contract/manage-attributes'
import { Form, Input } from 'antd'
import { ChoicesField } from '#web/features/attributes/ChoicesField.tsx'
import { send } from '#web/lib/api/api.ts'
import { customerChoice } from '#web/records/choices/choices.ts'
import { FieldItem, SelectItem, SwitchItem, TextItem } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface Values {
  name: string
  key: string
  customerId: string | null
  type: AttributeType
  choices: { value: string; label?: string }[]
  isActive: boolean
}

const types = attributeTypes.map((value) => ({
  value,
  label: attributeTypeLabels[value],
}))

interface AttributeFormProps {
  /** Undefined: a new one. */
  attribute: Attribute | undefined
}

export function AttributeForm({ attribute }: AttributeFormProps) {
  const isNew = attribute === undefined
  return (
    <RecordForm<Attribute, Values>
      record={attribute}
      initialValues={valuesOf(attribute)}
      create={({ key, customerId, type, ...values }) =>
        send(endpoints.createAttribute, {
          body: { ...bodyOf(values, type), key, type, customerId: customerId ?? '' },
        })
      }
      update={(values, { id, type, revision }) =>
        send(endpoints.updateAttribute, { params: { id }, body: { ...bodyOf(values, type), revision } })
      }
    >
      {isNew ? (
        <FieldItem name="customerId" extra="Whose calls have it. You cannot change this later.">
          <RecordSelect choice={customerChoice} placeholder="Find a customer" />
        </FieldItem>
      ) : (
        <Form.Item label="Customer" htmlFor="attribute_customer">
          <Input id="attribute_customer" value={attribute.customerName} readOnly variant="filled" />
        </Form.Item>
      )}
      <TextItem name="name" extra="What screens, reports and files call it." />
      <TextItem
        name="key"
        extra={
          isNew
            ? 'What sources call it, such as treatment. You cannot change this later.'
            : 'Sources use this key, so it cannot be changed.'
        }
        input={{ disabled: !isNew }}
        rules={[
          { pattern: /^[a-z]\w*$/, message: 'Begin with a small letter; use letters, digits and _ only.' },
        ]}
      />
      {isNew ? (
        <SelectItem name="type" options={types} extra="You cannot change this later." />
      ) : (
        <Form.Item label="Type" htmlFor="attribute_type">
          <Input id="attribute_type" value={attributeTypeLabels[attribute.type]} readOnly variant="filled" />
        </Form.Item>
      )}
      <Form.Item noStyle dependencies={['type']}>
        {({ getFieldValue }) =>
          (attribute?.type ?? getFieldValue('type')) === 'choice' && (
            <Form.Item label="Choices" extra="A call with any other value is rejected.">
              <ChoicesField />
            </Form.Item>
          )
        }
      </Form.Item>
      <SwitchItem
        name="isActive"
        extra="An inactive attribute is not shown. Calls keep their values, and sources may still send it."
      />
    </RecordForm>
  )
}

function valuesOf(attribute: Attribute | undefined): Values {
  const { name = '', key = '', customerId = null, type = 'text', isActive = true } = attribute ?? {}
  return { name, key, customerId, type, isActive, choices: attribute?.choices ?? [] }
}

/** Without what cannot be changed later; a choice without a name is called what its value is. */
function bodyOf(
  { name, choices, isActive }: Pick<Values, 'name' | 'choices' | 'isActive'>,
  type: AttributeType,
) {
  const named = choices.map(({ value, label = '' }) => ({
    value,
    label: label.trim() === '' ? value : label,
  }))
  return { name, isActive, choices: type === 'choice' ? named : [] }
}
