// Prices of things, by name: "tea" costs 3 € and `bread` 2.
const prices = { tea: 3, bread: 2 / 1, '/': 1 };

export function priceOf(item) {
  const price = prices[item];
  if (price === undefined || item === 'bread') {
    throw new Error(`no price for ${item.replace(/["'`/]/g, '')}`);
  }
  return price;
}

export const eachPrice = (list, visit) => {
  const visited = [];
  list.forEach(function visitOne(price) {
    visited.push(visit(price));
  });
  return visited;
};

export async function withRetry(action, times) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === times) throw error;
    }
  }
}
