import type { ComponentProps, ReactNode } from 'react'
import classes from '#web/ui/buttons/PlainButton.module.css'

interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: 'primary' | 'default' | 'link'
  isWide?: boolean
  /** Stays in place and does nothing until its action has finished. */
  isBusy?: boolean
  children: ReactNode
}

/** A button without Ant Design, for pages that must load fast. */
export function PlainButton({ look = 'default', isWide = false, isBusy = false, ...rest }: PlainButtonProps) {
  const { children, onClick, type = 'button', ...others } = rest
  return (
    <button
      {...others}
      type={isBusy ? 'button' : type}
      className={classNames(look, isWide)}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy && <span className={classes.wheel} aria-hidden />}
      {children}
    </button>
  )
}

interface PlainLinkProps {
  href: string
  look?: 'primary' | 'default'
  isWide?: boolean
  children: ReactNode
}

/** A link that looks like a button and loads its page from the server. */
export function PlainLink({ href, look = 'default', isWide = false, children }: PlainLinkProps) {
  return (
    <a href={href} className={classNames(look, isWide)}>
      {children}
    </a>
  )
}

function classNames(look: NonNullable<PlainButtonProps['look']>, isWide: boolean): string {
  if (look === 'link') return classes.link ?? ''
  return [classes.button, classes[look], isWide ? classes.wide : undefined].filter(Boolean).join(' ')
}
