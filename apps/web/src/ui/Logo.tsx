import favicon from '#web/ui/favicon.svg'
import classes from '#web/ui/Logo.module.css'
import { Row } from '#web/ui/layout.tsx'

interface LogoProps {
  name: string
  /** The logo that was chosen; otherwise the portal's own mark. */
  src?: string | null | undefined
  isLarge?: boolean
}

/** The logo, by default a blue square with the bars of a voice, and the product's name. */
export function Logo({ name, src = null, isLarge = false }: LogoProps) {
  const size = isLarge ? 34 : 26
  return (
    <Row as="span" gap={8} align="center">
      <img src={src ?? favicon} alt="" width={src === null ? size : undefined} height={size} />
      <span className={isLarge ? classes.largeName : classes.name}>{name}</span>
    </Row>
  )
}
