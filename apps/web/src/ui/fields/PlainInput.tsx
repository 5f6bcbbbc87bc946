import type { ComponentProps, ReactNode } from 'react'
import classes from '#web/ui/fields/PlainInput.module.css'

interface PlainInputProps extends Omit<ComponentProps<'input'>, 'className'> {
  /** Stands before what is typed. */
  icon?: ReactNode
}

/** Looks like the input of Ant Design, which brings the code of whole forms with it. */
export function PlainInput({ icon, ...input }: PlainInputProps) {
  if (icon === undefined) return <input {...input} className={classes.input} />
  return (
    <div className={classes.box}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <input {...input} className={classes.withIcon} />
    </div>
  )
}
