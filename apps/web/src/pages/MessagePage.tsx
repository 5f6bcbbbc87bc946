import type { ReactNode } from 'react'
import { Box, QuietText, Row, Text } from '#web/ui/layout.tsx'
import { usePageTitle } from '#web/ui/page/page-title.ts'

interface MessagePageProps {
  title: string
  children: ReactNode
  /** Where to go from here. */
  actions?: ReactNode
}

/** A page with nothing but a message. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  const { documentTitle } = usePageTitle(title, false)
  return (
    <Box margin="0 auto" padding="12dvh 24px 48px" maxWidth={560}>
      <title>{documentTitle}</title>
      <Text as="h1" margin="0 0 8px" fontSize={22}>
        {title}
      </Text>
      <QuietText as="div" breaks="anywhere" margin="0 0 24px">
        {children}
      </QuietText>
      {actions !== undefined && (
        <Row gap={8} wrap>
          {actions}
        </Row>
      )}
    </Box>
  )
}
