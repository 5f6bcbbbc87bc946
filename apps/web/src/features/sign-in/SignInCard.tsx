import type { ReactNode } from 'react'
import { usePublicSettings } from '#web/features/sign-in/public-settings.ts'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { Logo } from '#web/ui/Logo.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

interface SignInCardProps {
  /** Title of the document, and heading unless the logo serves as one. */
  title: string
  isTitleHidden?: boolean
  children: ReactNode
}

/** The layout of all pages before the sign-in: logo, name and one thing to do. */
export function SignInCard({ title, isTitleHidden = false, children }: SignInCardProps) {
  const { productName, logoUrl } = usePublicSettings()
  const logo = <Logo name={productName} src={logoUrl} isLarge />
  return (
    <main className={classes.page}>
      <title>{`${title} · ${productName}`}</title>
      <Stack gap={16} padding="32px 28px 28px" width="100%" maxWidth={376} className={classes.card}>
        {isTitleHidden ? (
          <Row as="h1" justify="center" margin="0 0 8px" fontSize="inherit">
            {logo}
          </Row>
        ) : (
          <>
            <Row justify="center" margin="0 0 8px" fontSize="inherit">
              {logo}
            </Row>
            <Text as="h1" fontSize={20} lineHeight="28px">
              {title}
            </Text>
          </>
        )}
        {children}
      </Stack>
    </main>
  )
}
