import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { entityAttributeLimit } from '@callboard/contract/entities'
import { textLimits } from '@callboard/contract/limits'
import { Button, Form, type FormRule, Input } from 'antd'
import { z } from 'zod'
import classes from '#web/features/entities/EntityForm.module.css'
import { Grid, Stack } from '#web/ui/layout.tsx'

const Pairs = z.array(z.object({ name: z.string().optional() }).optional())

/** With two of the same name, the first would be lost. */
const isOnce: FormRule = ({ getFieldValue }) => ({
  validator: async (_, typed: string) => {
    const pairs = Pairs.safeParse(getFieldValue('attributes')).data ?? []
    if (pairs.filter((pair) => pair?.name?.trim() === typed.trim()).length > 1)
      throw new Error('This name is used twice.')
  },
})

interface AttributeFieldsProps {
  isReadOnly: boolean
}

/** The attributes of an entity, as names and values. */
export function AttributeFields({ isReadOnly }: AttributeFieldsProps) {
  return (
    <Form.List name="attributes">
      {(pairs, { add, remove }) => (
        <Stack gap={8}>
          {pairs.map(({ key, name }) => (
            <Grid columns="minmax(0, 2fr) minmax(0, 3fr) auto" gap={8} key={key} className={classes.pair}>
              <Form.Item name={[name, 'name']} rules={[{ required: true, message: 'Enter a name.' }, isOnce]}>
                <Input
                  aria-label={`Name of attribute ${name + 1}`}
                  placeholder="Name"
                  maxLength={textLimits.attributeName}
                />
              </Form.Item>
              <Form.Item name={[name, 'value']}>
                <Input.TextArea
                  aria-label={`Value of attribute ${name + 1}`}
                  placeholder="Value"
                  maxLength={textLimits.attributeValue}
                  autoSize={{ maxRows: 6 }}
                />
              </Form.Item>
              <Button
                type="text"
                aria-label={`Remove attribute ${name + 1}`}
                icon={<DeleteOutlined />}
                onClick={() => remove(name)}
              />
            </Grid>
          ))}
          {!isReadOnly && pairs.length < entityAttributeLimit && (
            <Button
              style={{ alignSelf: 'flex-start' }}
              icon={<PlusOutlined />}
              onClick={() => add({ name: '', value: '' })}
            >
              Add attribute
            </Button>
          )}
          {isReadOnly && pairs.length === 0 && 'None'}
        </Stack>
      )}
    </Form.List>
  )
}
