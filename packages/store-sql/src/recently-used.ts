/** Keeps what has been made for a key; beyond `most` of them, what has not been used for longest is forgotten. */
export function recentlyUsed<T>(most: number): (key: string, make: () => T) => T {
  const known = new Map<string, { readonly value: T }>();
  const forgetOldest = (): void => {
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  };
  return (key, make) => {
    const entry = known.get(key) ?? { value: make() };
    known.delete(key);
    known.set(key, entry);
    if (known.size > most) forgetOldest();
    return entry.value;
  };
}
