import { type ComponentProps, type ReactNode, use, useId, useState } from 'react'
import { type Problems, ProblemsContext } from '#web/features/sign-in/problems.ts'
import classes from '#web/features/sign-in/TextField.module.css'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'aria-describedby'> {
  label: string
  name: keyof Problems
  /** What to know before entering text. */
  hint?: ReactNode
}

/** A labelled field without Ant Design, with what is wrong with it below. A password can be revealed. */
export function TextField({ label, name, hint, type = 'text', ...input }: TextFieldProps) {
  const id = useId()
  const error = use(ProblemsContext)[name]
  const [isShown, setIsShown] = useState(false)
  const isPassword = type === 'password'
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
  return (
    <Stack gap={6} className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.box}>
        <input
          {...input}
          name={name}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          className={isPassword ? classes.password : classes.input}
          aria-invalid={error !== undefined}
          aria-describedby={described.filter((part) => part !== '').join(' ') || undefined}
        />
        {isPassword && (
          <button
            type="button"
            className={classes.show}
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {hint !== undefined && (
        <QuietText as="div" fontSize={13} id={`${id}-hint`}>
          {hint}
        </QuietText>
      )}
      {error !== undefined && (
        <Text as="div" tone="worse" breaks="lines" id={`${id}-error`} role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
