import { priceOf } from './pricing/rules.js';

export class Basket {
  constructor(items) {
    this.items = this.checked(items);
  }

  checked(items) {
    if (!Array.isArray(items)) {
      throw new TypeError('a basket takes a list: ' + items);
    }
    return items;
  }

  total() {
    let sum = 0;
    for (const item of this.items) {
      sum += priceOf(item);
    }
    return sum;
  }

  static fromText(text) {
    const items = text.split(',');
    items.forEach((item, place) => {
      if (item === '') {
        throw new RangeError('nothing at place ' + place);
      }
    });
    return new Basket(items);
  }
}

export class DiscountBasket extends Basket {
  get cheapest() {
    return this.items.map(priceOf).sort()[0];
  }

  total() {
    return super.total() * 0.9;
  }
}
