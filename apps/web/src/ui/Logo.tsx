import classes from '#web/ui/Logo.module.css'

interface LogoProps {
  name: string
  /** A picture of one's own; the mark of the portal without it. */
  src?: string | null | undefined
  isLarge?: boolean
}

/** The mark, a blue square with the bars of a voice unless another was chosen, and the product's name. */
export function Logo({ name, src = null, isLarge = false }: LogoProps) {
  const size = isLarge ? 34 : 26
  return (
    <span className={classes.logo}>
      <img src={src ?? '/favicon.svg'} alt="" width={src === null ? size : undefined} height={size} />
      <span className={isLarge ? classes.largeName : classes.name}>{name}</span>
    </span>
  )
}
