import type { ReactNode } from 'react'
import { usePublicSettings } from '#web/features/sign-in/public-settings.ts'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { Logo } from '#web/ui/Logo.tsx'

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
      <div className={classes.card}>
        {isTitleHidden ? (
          <h1 className={classes.head}>{logo}</h1>
        ) : (
          <>
            <div className={classes.head}>{logo}</div>
            <h1 className={classes.title}>{title}</h1>
          </>
        )}
        {children}
      </div>
    </main>
  )
}
