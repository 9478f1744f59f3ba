function fail(reason) {
  const error = new Error(reason);
  error.when = 'now';
  throw error;
}

const kitchen = {
  serve(order) {
    return this.plates.count(order.guests + 1);
  },
  plates: {
    count: function (wanted) {
      if (wanted > 2) fail('only two plates, wanted ' + wanted);
      return wanted;
    },
  },
  weigh: (price) => {
    if (price < 2) fail('too light: ' + price);
    return price * 2;
  },
  async deliver(dish) {
    await null;
    fail('cold ' + dish);
  },
};

kitchen.tools = {};
kitchen.tools.sharpen = function (tool) {
  fail('blunt ' + tool);
};

export default kitchen;
