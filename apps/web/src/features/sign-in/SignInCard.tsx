import { type ReactNode, useEffect, useState } from 'react'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { Logo } from '#web/ui/Logo.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { loadPublicSettings, type PublicSettings } from '#web/features/sign-in/requests.ts'

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

const unnamed: PublicSettings = { productName: 'Callboard', logoUrl: null }

/** Name and logo of the product; the defaults until they are loaded. */
function usePublicSettings(): PublicSettings {
  const [settings, setSettings] = useState(unnamed)
  useEffect(() => {
    const leaving = new AbortController()
    loadPublicSettings(leaving.signal).then(setSettings, (error: unknown) => {
      if (!leaving.signal.aborted) console.error('The settings could not be loaded', error)
    })
    return () => leaving.abort()
  }, [])
  return settings
}
