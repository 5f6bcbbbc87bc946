import { entityAttributeLimit } from '@callboard/contract/entities'
import { textLimits } from '@callboard/contract/limits'
import { Form, Input } from 'antd'
import { EntryList } from '#web/records/forms/EntryList.tsx'
import { usedOnce } from '#web/records/forms/used-once.ts'

const nameRules = [{ required: true, message: 'Enter a name.' }, usedOnce('attributes', 'name')]

interface AttributeFieldsProps {
  isReadOnly: boolean
}

/** The attributes of an entity, as names and values. */
export function AttributeFields({ isReadOnly }: AttributeFieldsProps) {
  return (
    <EntryList
      name="attributes"
      noun="attribute"
      max={isReadOnly ? 0 : entityAttributeLimit}
      newEntry={{ name: '', value: '' }}
      columns="minmax(0, 2fr) minmax(0, 3fr) auto"
      empty={isReadOnly && 'None'}
      renderFields={(place) => (
        <>
          <Form.Item name={[place, 'name']} rules={nameRules}>
            <Input
              aria-label={`Name of attribute ${place + 1}`}
              placeholder="Name"
              maxLength={textLimits.attributeName}
            />
          </Form.Item>
          <Form.Item name={[place, 'value']}>
            <Input.TextArea
              aria-label={`Value of attribute ${place + 1}`}
              placeholder="Value"
              maxLength={textLimits.attributeValue}
              autoSize={{ maxRows: 6 }}
            />
          </Form.Item>
        </>
      )}
    />
  )
}
