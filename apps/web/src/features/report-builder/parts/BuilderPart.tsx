import { type ReactNode, useId } from 'react'
import classes from '#web/features/report-builder/parts/BuilderPart.module.css'
import { Hint, Stack, Text } from '#web/ui/layout.tsx'

interface BuilderPartProps {
  title: string
  /** One sentence on what it does. */
  hint?: ReactNode
  children: ReactNode
}

/** A titled part of what is edited. */
export function BuilderPart({ title, hint, children }: BuilderPartProps) {
  const id = useId()
  return (
    <Stack gap={6} align="flex-start" minWidth={0} className={classes.part} role="group" aria-labelledby={id}>
      <Text as="h3" fontSize={14} fontWeight={700} id={id}>
        {title}
      </Text>
      {hint !== undefined && <Hint fontSize={13}>{hint}</Hint>}
      {children}
    </Stack>
  )
}
