import { Form } from 'antd'
import type { ReactNode } from 'react'
import classes from '#web/records/forms/FoldedFields.module.css'

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
              {hint !== undefined && <span className={classes.hint}>{hint}</span>}
            </summary>
            <div className={classes.fields}>{children}</div>
          </details>
        )
      }}
    </Form.Item>
  )
}
