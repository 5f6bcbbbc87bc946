import { maxChoices } from '@callboard/contract/attributes'
import { textLimits } from '@callboard/contract/limits'
import { Form, Input } from 'antd'
import { EntryList } from '#web/records/forms/EntryList.tsx'
import { usedOnce } from '#web/records/forms/used-once.ts'

const valueRules = [
  { required: true, whitespace: true, message: 'Enter a value.' },
  usedOnce('choices', 'value'),
]

/** The values that calls may have, and what each is called. */
export function ChoicesField() {
  return (
    <EntryList
      name="choices"
      noun="choice"
      max={maxChoices}
      newEntry={{ value: '', label: '' }}
      columns="minmax(0, 2fr) minmax(0, 3fr) auto"
      renderFields={(place) => (
        <>
          <Form.Item name={[place, 'value']} rules={valueRules}>
            <Input
              aria-label={`Value of choice ${place + 1}`}
              placeholder="Value, as sources send it"
              maxLength={textLimits.attributeChoice}
            />
          </Form.Item>
          <Form.Item name={[place, 'label']}>
            <Input
              aria-label={`Name of choice ${place + 1}`}
              placeholder="Name; the value unless given"
              maxLength={textLimits.attributeChoice}
            />
          </Form.Item>
        </>
      )}
    />
  )
}
