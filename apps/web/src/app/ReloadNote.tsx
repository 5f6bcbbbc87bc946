import type { ReactNode } from 'react'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

interface ReloadNoteProps {
  title: string
  /** What happened, and why reloading may help. */
  text: string
  children?: ReactNode
}

/** In the place of a page that cannot be shown until it is loaded again. */
export function ReloadNote({ title, text, children }: ReloadNoteProps) {
  return (
    <Box margin="0 auto" padding="64px 24px" maxWidth={720} role="alert">
      <Text as="h1" margin="0 0 8px" fontSize={22}>
        {title}
      </Text>
      <p>{text}</p>
      <PlainButton look="primary" onClick={() => location.reload()}>
        Reload
      </PlainButton>
      {children}
    </Box>
  )
}
