import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { maxChoices } from '@callboard/contract/attributes'
import { textLimits } from '@callboard/contract/limits'
import { Button, Form, type FormRule, Input } from 'antd'
import { z } from 'zod'
import classes from '#web/features/attributes/ChoicesField.module.css'
import { Grid, Stack } from '#web/ui/layout.tsx'

const Choices = z.array(z.object({ value: z.string().optional() }).optional())

/** Calls could not tell two of the same apart. */
const isOnce: FormRule = ({ getFieldValue }) => ({
  validator: async (_, typed: string) => {
    const choices = Choices.safeParse(getFieldValue('choices')).data ?? []
    if (choices.filter((choice) => choice?.value?.trim() === typed.trim()).length > 1)
      throw new Error('This value is used twice.')
  },
})

/** The values that calls may have, and what each is called. */
export function ChoicesField() {
  return (
    <Form.List name="choices">
      {(choices, { add, remove }) => (
        <Stack gap={8}>
          {choices.map(({ key, name }) => (
            <Grid columns="minmax(0, 2fr) minmax(0, 3fr) auto" gap={8} key={key} className={classes.choice}>
              <Form.Item
                name={[name, 'value']}
                rules={[{ required: true, whitespace: true, message: 'Enter a value.' }, isOnce]}
              >
                <Input
                  aria-label={`Value of choice ${name + 1}`}
                  placeholder="Value, as sources send it"
                  maxLength={textLimits.attributeChoice}
                />
              </Form.Item>
              <Form.Item name={[name, 'label']}>
                <Input
                  aria-label={`Name of choice ${name + 1}`}
                  placeholder="Name; the value unless given"
                  maxLength={textLimits.attributeChoice}
                />
              </Form.Item>
              <Button
                type="text"
                aria-label={`Remove choice ${name + 1}`}
                icon={<DeleteOutlined />}
                onClick={() => remove(name)}
              />
            </Grid>
          ))}
          {choices.length < maxChoices && (
            <Button
              style={{ alignSelf: 'flex-start' }}
              icon={<PlusOutlined />}
              onClick={() => add({ value: '', label: '' })}
            >
              Add choice
            </Button>
          )}
        </Stack>
      )}
    </Form.List>
  )
}
