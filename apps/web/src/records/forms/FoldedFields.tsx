import { Form } from 'antd'
import type { ReactNode } from 'react'
import classes from '#web/records/forms/FoldedFields.module.css'
import { Box, QuietText } from '#web/ui/layout.tsx'

interface FoldedFieldsProps {
  title: string
  /** Who needs them, in a few words. */
  hint?: string
  /** Of the fields, by which an error unfolds them: a part of one as `settings.host`. */
  names: readonly string[]
  /** At first. */
  isOpen: boolean
  children: ReactNode
}

/** Fields that few need. */
export function FoldedFields({ title, hint, names, isOpen, children }: FoldedFieldsProps) {
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldsError }) => {
        const hasError = getFieldsError().some(
          ({ name, errors }) =>
            errors.length > 0 && (names.includes(String(name[0])) || names.includes(name.join('.'))),
        )
        return (
          <details className={classes.fold} open={isOpen || hasError}>
            <summary>
              {title}
              {hint !== undefined && (
                <QuietText margin="0 0 0 8px" fontWeight={400}>
                  {hint}
                </QuietText>
              )}
            </summary>
            <Box padding="8px 14px 0">{children}</Box>
          </details>
        )
      }}
    </Form.Item>
  )
}
